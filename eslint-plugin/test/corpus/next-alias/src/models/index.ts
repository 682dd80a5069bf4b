export { default as Event } from './Event'
export { default as Guest } from './Guest'
export { default as Venue } from './Venue'
