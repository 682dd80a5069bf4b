import { connect } from './database'
import { Member } from './member'

/** A member as the pages show one: nothing that only the server can hold. */
export interface MemberView {
  id: string
  name: string
  email: string
  age: number | null
  card: string
  address: { street: string; city: string; postcode: string }
  interests: string[]
  newsletter: boolean
  role: string
}

type Stored = InstanceType<typeof Member>

function view({ id, name, email, age, card, address, interests, newsletter, role }: Stored): MemberView {
  return {
    id: String(id),
    name,
    email,
    age: age ?? null,
    card,
    address: { street: address?.street ?? '', city: address?.city ?? '', postcode: address?.postcode ?? '' },
    interests: [...interests],
    newsletter,
    role,
  }
}

export async function listMembers(): Promise<MemberView[]> {
  await connect()
  return (await Member.find().sort({ _id: -1 }).limit(20)).map(view)
}

export async function findMember(id: string): Promise<MemberView | undefined> {
  await connect()
  // To a reader, an id that cannot be one is an id that nobody has.
  const member = /^[0-9a-f]{24}$/.test(id) ? await Member.findById(id) : null
  return member === null ? undefined : view(member)
}
