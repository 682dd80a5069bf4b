import Link from 'next/link'
import { connection } from 'next/server'
import { LastExchange } from '@/components/last-exchange'
import { RouteCode } from '@/components/route-code'
import { SignUpForm } from '@/components/sign-up-form'
import { listMembers } from '@/lib/members'

export default async function Home() {
  await connection()
  const members = await listMembers()
  return (
    <div className="columns">
      <section aria-labelledby="join">
        <h1 id="join">Join the library</h1>
        <p className="lead">
          The form posts JSON to a guarded route. What the schema turns away is shown at its field, and nothing is saved
          until all of it is right.
        </p>
        <SignUpForm />
        <p>
          <Link href="/suggest">Suggest a book</Link>, by a server action
        </p>
      </section>
      <div className="beside">
        <RouteCode files={['app/api/members/route.ts', 'lib/guards.ts']} />
        <LastExchange method="POST" />
      </div>
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        {members.length === 0 ? (
          <p className="empty">Nobody yet. Whoever joins appears here, read back from the database.</p>
        ) : (
          <ul className="members" aria-labelledby="members">
            {members.map(({ id, name, email, card, address, interests, role }) => (
              <li key={id}>
                <p className="name">{name}</p>
                <p className="about">
                  {email}
                  {address.city === '' ? null : <> · {address.city}</>}
                </p>
                <p className="tags">
                  <span className="tag card">{card} card</span>
                  <span className="tag role">{role}</span>
                  {interests.map((interest) => (
                    <span className="tag" key={interest}>
                      {interest}
                    </span>
                  ))}
                </p>
                <Link href={`/members/${id}`} className="edit" aria-label={`Edit the profile of ${name}`}>
                  Edit
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </div>
  )
}
