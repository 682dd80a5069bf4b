import type { Request, Response } from 'express'
import { CourierStore } from './courier.model'
import { ParcelModel } from './parcel.model'

export async function register(req: Request, res: Response) {
  res.status(201).json(await ParcelModel.register(req.body)) // flagged: no-unguarded-write
}

export async function estimate(req: Request, res: Response) {
  res.json(ParcelModel.estimate(req.body))
}

export async function change(req: Request, res: Response) {
  const parcel = await ParcelModel.findById(req.params.id).orFail()
  res.json(await parcel.change(req.body)) // flagged: no-unguarded-write
}

export async function weigh(req: Request, res: Response) {
  const parcel = await ParcelModel.findById(req.params.id).orFail()
  res.json(await parcel.weigh(req.body))
}

export async function hire(req: Request, res: Response) {
  res.status(201).json(await CourierStore.hire(req.body)) // flagged: no-unguarded-write
}

export async function count(req: Request, res: Response) {
  res.json(await CourierStore.countOf(req.body))
}
