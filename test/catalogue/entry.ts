import type { Model } from 'mongoose'

/** One model of the catalogue, with bodies that a client of such an application would send. */
export interface CatalogueEntry {
  name: string
  // Each model has a document type of its own; the tests over the whole list need none of them.
  // oxlint-disable-next-line typescript/no-explicit-any
  model: Model<any>
  bodies: readonly object[]
}
