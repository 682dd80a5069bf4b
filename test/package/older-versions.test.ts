import { describe } from 'vitest'
import { describeInstalled, installedBeside, itHasClassicTypes } from './installed.ts'

describeInstalled({ mongoose: 'mongoose8', express: 'express4', major: '8' }, itHasClassicTypes)

describe('installed beside the newest versions', () => {
  itHasClassicTypes(installedBeside({ mongoose: 'mongoose', express: 'express' }))
})
