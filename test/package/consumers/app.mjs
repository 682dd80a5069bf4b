import express from 'express'
import mongoose from 'mongoose'
import * as core from 'mongoose-guard'
import * as adapter from 'mongoose-guard/express'
import * as web from 'mongoose-guard/web'
import { drive } from './drive.cjs'

await drive({ express, mongoose, core, adapter, web })
