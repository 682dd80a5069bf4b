import { join } from 'node:path'
import { foldersAbove } from '../source/module-path.ts'
import { remembered } from '../source/remembered.ts'
import type { Project } from '../source/source-file.ts'

const otherMapper =
  /"(?:sequelize|typeorm|objection|bookshelf|waterline|orm|@mikro-orm\/core|@adonisjs\/lucid|@prisma\/client)"/

/** Whether the nearest manifest names Mongoose, and no other mapper. */
export const hasMongooseAlone = remembered(({ root, read }: Project): boolean => {
  const manifests = Array.from(foldersAbove(root.path)).map((folder) => read(join(folder, 'package.json')))
  const nearest = manifests.find((manifest) => manifest !== undefined) ?? ''
  return nearest.includes('"mongoose"') && !otherMapper.test(nearest)
})
