import type { Metadata } from 'next'
import Link from 'next/link'
import { SuggestionForm } from '@/components/suggestion-form'

export const metadata: Metadata = { title: 'Suggest a book' }

export default function Suggest() {
  return (
    <section className="profile" aria-labelledby="suggest">
      <h1 id="suggest">Suggest a book</h1>
      <p className="lead">
        This form calls a server action. It sends texts, of which <code>fromForm</code> makes the body that the guard
        expects; it works without JavaScript, too.
      </p>
      <SuggestionForm />
      <p>
        <Link href="/">All members</Link>
      </p>
    </section>
  )
}
