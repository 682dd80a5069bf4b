export * from './http'
export * from './logger'
