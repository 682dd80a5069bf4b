import express from 'express'
import { crew, ports, ships } from './routes/index.js'
import * as cargo from './controllers/cargo.js'
import * as voyages from './controllers/voyages.js'

const app = express()
app.use(express.json())
app.use('/ships', ships)
app.use('/ports', ports)
app.use('/crew', crew)
app.post('/cargo', cargo.create)
app.post('/cargo/search', cargo.search)
app.post('/voyages', voyages.plan)
app.post('/voyages/log', voyages.log)
app.post('/voyages/clone', voyages.clone)
app.post('/voyages/split', voyages.split)
app.put('/voyages/:id', voyages.merge)
app.patch('/voyages/:id', voyages.mergeSome)
