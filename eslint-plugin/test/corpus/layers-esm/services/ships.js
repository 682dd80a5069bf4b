import Ship from '../models/ship.js'

export const register = (data) => Ship.create(data)
export const rename = async (id, changes) => Ship.findByIdAndUpdate(id, { $set: changes }, { new: true })
export const scrap = (id) => Ship.findByIdAndDelete(id)
