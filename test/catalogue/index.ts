import { billing } from './billing.ts'
import { chat } from './chat.ts'
import { cms } from './cms.ts'
import { helpdesk } from './created.ts'
import { forum } from './forum.ts'
import { shop } from './shop.ts'
import type { CatalogueEntry } from './entry.ts'

/** Models in the style of real applications: a shop, a forum, a CMS, a chat, multi-tenant billing and a help desk. */
export const catalogue: readonly CatalogueEntry[] = [...shop, ...forum, ...cms, ...chat, ...billing, ...helpdesk]
