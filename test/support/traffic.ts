import mongoose from 'mongoose'
import { createGuard } from '../../src/index.ts'
import { Random } from '../fuzz/random.ts'

/** Traffic of many shapes, good and bad, through one guard: a program to look at V8 with. */
const item = new mongoose.Schema(
  {
    sku: { type: String, required: true, match: /^[A-Z]{3}$/ },
    quantity: { type: Number, min: 1 },
    price: Number,
    note: { type: String, maxlength: 9 },
    gift: Boolean,
  },
  { _id: false },
)
const schema = new mongoose.Schema({
  name: { type: String, required: true, minlength: 2 },
  at: Date,
  home: { city: String, zip: { type: String, match: /^\d+$/ } },
  items: [item],
})
const guard = createGuard(mongoose.model('Traffic', schema), { allow: ['name', 'at', 'home', 'items'] })

const random = new Random(11)
const some = (entries: [string, unknown][]) =>
  Object.fromEntries(entries.filter(() => random.chance(0.8)).sort(() => random.next() - 0.5))

for (let body = 0; body < 30_000; body++) {
  const line = (index: number) => ({
    sku: 'ABC',
    ...some([
      ['quantity', 1 + (index % 3)],
      // JSON.parse makes two kinds of objects of whole and broken numbers, and turns one into the other.
      ['price', random.chance(0.5) ? 1 : 1.5],
      ['note', 'x'.repeat(random.chance(0.05) ? 10 : 5)],
      ['gift', true],
    ]),
  })
  const home = some([
    ['city', 'Rome'],
    ['zip', random.chance(0.9) ? '1' : 'x'],
  ])
  const rest = some([
    ['at', '2020-01-01'],
    ['home', home],
    ['items', Array.from({ length: 8 }, (_, index) => line(index))],
  ])
  void guard.validate(JSON.parse(JSON.stringify({ ...rest, name: random.chance(0.9) ? 'ann' : 5 })))
}
