import { type Bike, BikeStore } from '../models/bike'

export default class BikeService {
  public async create(bike: Bike) {
    const store = new BikeStore()
    return store.create(bike)
  }

  public async update(id: string, bike: Partial<Bike>) {
    const store = new BikeStore()
    return store.update(id, bike)
  }
}
