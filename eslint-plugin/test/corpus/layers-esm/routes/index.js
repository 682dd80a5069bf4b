import { router as ships } from './ships.js'
import { router as ports } from './ports.js'
import { router as crew } from './crew.js'

export { ships, ports, crew }
