import Link from 'next/link'

export default function NotFound() {
  return (
    <section>
      <h1>Nobody here</h1>
      <p className="lead">There is no such page, or no such member.</p>
      <p>
        <Link href="/">Back to the members</Link>
      </p>
    </section>
  )
}
