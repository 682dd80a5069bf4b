import type { NextConfig } from 'next'

const config: NextConfig = {
  poweredByHeader: false,
  // The repository around this example has a lock file of its own.
  turbopack: { root: import.meta.dirname },
}

export default config
