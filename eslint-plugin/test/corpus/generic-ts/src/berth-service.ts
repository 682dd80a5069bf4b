import { BaseService } from './base-service'
import { Berth } from './berth'

export class BerthService extends BaseService<{ quay: string }> {
  constructor() {
    super(Berth)
  }
}
