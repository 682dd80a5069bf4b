import type { FieldDescription, Fields, SchemaDescription } from './description.ts'

/** Makes another field of a field. `isElement`: an array holds it, so that it has no name of its own. */
export type Edit = (field: FieldDescription, isElement: boolean) => FieldDescription

/** A schema with every field edited, those inside of a field before the field itself. */
export function editFields<Description extends SchemaDescription>(description: Description, edit: Edit): Description {
  const { discriminators } = description
  const edited = { ...description, fields: editEach(description.fields, edit) }
  if (discriminators === undefined) return edited
  const children = Object.entries(discriminators).map(([name, child]) => [
    name,
    { ...child, schema: editFields(child.schema, edit) },
  ])
  return { ...edited, discriminators: Object.fromEntries(children) as typeof discriminators }
}

function editEach(fields: Fields, edit: Edit): Fields {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, edit(inside(field, edit), false)]))
}

function inside(field: FieldDescription, edit: Edit): FieldDescription {
  switch (field.kind) {
    case 'leaf':
      return field
    case 'nested':
      return { ...field, fields: editEach(field.fields, edit) }
    case 'sub':
    case 'docs':
      return { ...field, schema: editFields(field.schema, edit) }
    case 'array':
      return { ...field, of: edit(inside(field.of, edit), true) }
    case 'map':
      return { ...field, of: edit(inside(field.of, edit), false) }
    case 'union':
      return { ...field, of: field.of.map((member) => inside(member, edit)) }
  }
}
