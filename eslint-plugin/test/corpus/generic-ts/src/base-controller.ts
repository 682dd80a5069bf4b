export abstract class BaseController<Service> {
  protected service: Service

  constructor(service: Service) {
    this.service = service
  }
}
