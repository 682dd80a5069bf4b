// A body is text where it must not be tidied up (JSON that does not parse), else a value or a function of what is saved.

const address = { street: '18 Gower Street', city: 'London', zip: 'WC1E 6BT' }

/** An email that the unique index has not seen yet, so that the example can be sent again and again. */
const freshEmail = (name, users) => {
  const taken = new Set(users.map(({ email }) => email))
  for (let count = 1; ; count += 1) {
    const email = `${name}${count === 1 ? '' : count}@example.com`
    if (!taken.has(email)) return email
  }
}

const customerId = (users) => users[0]?._id ?? '000000000000000000000000'

export const examples = {
  'POST /users': [
    {
      name: 'Attack',
      isAttack: true,
      note: 'Mass assignment: a sign-up that also sets role, credit and verified. All of them are valid fields of the schema, so User.create(req.body) would save them.',
      body: ({ users }) => ({
        name: 'Mallory Crane',
        email: freshEmail('mallory', users),
        role: 'admin',
        credit: 100000,
        addresses: [{ label: 'home', ...address, verified: true }],
      }),
    },
    {
      name: 'Good',
      note: 'A sign-up with a nested address, an array of addresses and tags. Defaults and timestamps are set by Mongoose.',
      body: ({ users }) => ({
        name: 'Grace Hopper',
        email: freshEmail('grace', users),
        age: 37,
        address,
        addresses: [
          { label: 'work', ...address },
          { street: '3 Harbour Lane', city: 'Bristol' },
        ],
        tags: ['compilers', 'Navy'],
      }),
    },
    {
      name: 'Wrong types',
      note: 'Values are never converted: "37" is no number, "yes" no boolean, and one tag is no array of tags.',
      body: {
        name: 42,
        email: ['grace@example.com'],
        age: '37',
        newsletter: 'yes',
        address: '18 Gower Street, London',
        tags: 'compilers',
      },
    },
    {
      name: 'Several problems',
      note: 'Every problem of one body in one answer: a forbidden field, wrong types and broken rules, down to the array element.',
      body: {
        name: 'G',
        address: { city: 7, zip: 'wc1e' },
        addresses: [
          { label: 'home', street: '18 Gower Street', city: 'London' },
          { label: 'castle', city: 'London', verified: true },
        ],
        tags: ['compilers', 5, null],
        role: 'admin',
        createdAt: '2001-01-01',
      },
    },
    {
      name: 'Taken email',
      note: 'The guard looks at the body alone. That the email is unique is the database’s to say: the route answers 409.',
      body: ({ users }) => ({ name: 'Ada Again', email: users.at(-1)?.email ?? 'ada@example.com' }),
    },
    {
      name: 'Broken JSON',
      note: 'Not JSON at all: express.json() stops it before the guard, and the route answers 400.',
      body: '{\n  "name": "Grace Hopper"\n  "email": "grace@example.com"\n}',
    },
  ],
  'PATCH /users/:id': [
    {
      name: 'Attack',
      isAttack: true,
      note: 'A profile update that would make its sender an administrator, with another email.',
      body: ({ users }) => ({
        name: 'Mallory Crane',
        role: 'admin',
        credit: 100000,
        email: freshEmail('mallory', users),
      }),
    },
    {
      name: 'Good',
      note: 'One field of the address. With partial: true nothing absent is required, and street and zip stay as they were.',
      body: { address: { city: 'Oxford' }, newsletter: true },
    },
    {
      name: 'Several problems',
      note: 'What is present is checked as ever: a required name cannot be emptied, and null is no list of tags.',
      body: { name: '', newsletter: 1, address: { city: ['Oxford'], country: 'UK' }, tags: null },
    },
  ],
  'POST /orders': [
    {
      name: 'Attack',
      isAttack: true,
      note: 'An order that sets its own price and says that it is paid.',
      body: ({ users }) => ({
        customer: customerId(users),
        items: [{ sku: 'POT-300', quantity: 10, unitPrice: 1 }],
        shipping: address,
        status: 'paid',
        total: 1,
      }),
    },
    {
      name: 'Good',
      note: 'Prices, total and status are not in the body: the shop sets them.',
      body: ({ users }) => ({
        customer: customerId(users),
        items: [
          { sku: 'TEA-100', quantity: 3 },
          { sku: 'MUG-200', quantity: 2 },
        ],
        shipping: address,
        deliverOn: '2027-03-01',
        note: 'Ring twice.',
      }),
    },
    {
      name: 'Several problems',
      note: 'Among them a rule that asks the database: no customer has this id.',
      body: {
        customer: 'ffffffffffffffffffffffff',
        items: [
          { sku: 'TEA-100', quantity: '3' },
          { sku: 'GOLD-1', quantity: 0 },
        ],
        deliverOn: '2027-02-30',
      },
    },
  ],
  'PATCH /orders/:id': [
    {
      name: 'Attack',
      isAttack: true,
      note: 'A change of the note that also marks the order as shipped, to another customer, for nothing.',
      body: { note: 'Thank you!', status: 'shipped', customer: 'ffffffffffffffffffffffff', total: 0 },
    },
    {
      name: 'Good',
      note: 'Only the city of the shipping address changes. An array is replaced as a whole, so its elements are complete.',
      body: { shipping: { city: 'Cambridge' }, items: [{ sku: 'MUG-200', quantity: 1 }] },
    },
    {
      name: 'Several problems',
      note: 'A new line item has to be complete even in a PATCH, and a date is an ISO 8601 string.',
      body: { items: [{ quantity: 100 }], shipping: { street: '' }, deliverOn: 'tomorrow' },
    },
  ],
}

export const toText = (body, saved) => {
  const value = typeof body === 'function' ? body(saved) : body
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
