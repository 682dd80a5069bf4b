import type { Model } from 'mongoose'

/** One model of the catalogue, with bodies that a client of such an application would send. */
export interface CatalogueEntry {
  name: string
  // Each model has a document type of its own; the tests over the whole list need none of them.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  model: Model<any>
  bodies: readonly object[]
}
