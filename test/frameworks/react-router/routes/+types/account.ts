// As `react-router typegen` writes it for the route module beside this folder.
import type { GetAnnotations, GetInfo } from 'react-router/internal'

declare module 'react-router' {
  interface Register {
    pages: { '/accounts/:id': { params: { id: string } } }
    routeFiles: { 'routes/account.ts': { id: 'routes/account'; page: '/accounts/:id' } }
  }
}
type Module = typeof import('../account.ts')
type Info = GetInfo<{ file: 'routes/account.ts'; module: Module }>
type Matches = [{ id: 'routes/account'; module: Module }]
type Annotations = GetAnnotations<Info & { module: Module; matches: Matches }>
export namespace Route {
  export type ActionArgs = Annotations['ActionArgs']
  export type ComponentProps = Annotations['ComponentProps']
}
