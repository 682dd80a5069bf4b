import type { Metadata } from 'next'
import Link from 'next/link'
import { notFound } from 'next/navigation'
import { LastExchange } from '@/components/last-exchange'
import { ProfileForm } from '@/components/profile-form'
import { RouteCode } from '@/components/route-code'
import { findMember } from '@/lib/members'

export const metadata: Metadata = { title: 'Profile' }

export default async function Profile({ params }: PageProps<'/members/[id]'>) {
  const { id } = await params
  const member = await findMember(id)
  if (member === undefined) notFound()
  return (
    <div className="columns">
      <section aria-labelledby="profile">
        <h1 id="profile">{member.name}</h1>
        <p className="lead">
          {member.email} · {member.role}. Only what you change is sent, in a PATCH that leaves the rest alone.
        </p>
        <ProfileForm member={member} />
        <p>
          <Link href="/">All members</Link>
        </p>
      </section>
      <div className="beside">
        <RouteCode files={['app/api/members/[id]/route.ts', 'lib/guards.ts']} />
        <LastExchange method="PATCH" />
      </div>
    </div>
  )
}
