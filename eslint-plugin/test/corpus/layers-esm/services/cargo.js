import Cargo from '../models/cargo.js'

export const load = ({ weight, hazardous = false }) => Cargo.create({ weight, hazardous })
export const list = (filter) => Cargo.find(filter)
