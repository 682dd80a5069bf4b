export { GuardConfigError } from './config-error.ts'
