export { default as Grove } from './grove'
export * from './tree'
export * from './visit'
