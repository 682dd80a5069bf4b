import type { Metadata, Viewport } from 'next'
import Link from 'next/link'
import type { ReactNode } from 'react'
import './style.css'

export const metadata: Metadata = {
  title: { default: 'The Reading Room', template: '%s · The Reading Room' },
  description: 'A small Next.js app whose route handlers are guarded by mongoose-guard.',
}

export const viewport: Viewport = { colorScheme: 'light dark' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header className="masthead">
          <Link href="/" className="brand">
            The Reading Room
          </Link>
          <p>
            A demo of <code>mongoose-guard/web</code>
          </p>
        </header>
        <main>{children}</main>
      </body>
    </html>
  )
}
