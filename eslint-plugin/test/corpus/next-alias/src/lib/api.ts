export const created = (data: unknown) => Response.json(data, { status: 201 })
export const readBody = async (request: Request) => await request.json()
