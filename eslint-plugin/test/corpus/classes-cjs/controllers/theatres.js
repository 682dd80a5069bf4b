const { theatreService } = require('../services')

exports.create = async (req, res) => res.status(201).json(await theatreService.create(req.body))
