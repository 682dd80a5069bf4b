// With types of Express that are too old for this library, the compiler has to say so. Usage: node old-express.mjs <tsc.js>
import { spawnSync } from 'node:child_process'

const project = new URL('./old-express/tsconfig.json', import.meta.url).pathname
const expected =
  /\(5,26\): error TS2349: .*\n +Type 'Update_types_express_serve_static_core_to_4_17_33' has no call signatures/

const { stdout } = spawnSync(process.execPath, [process.argv[2], '-p', project, '--pretty', 'false'], {
  encoding: 'utf8',
})
if (!expected.test(stdout)) {
  console.error(`Nothing says that the types of Express are too old:\n${stdout}`)
  process.exit(1)
}
