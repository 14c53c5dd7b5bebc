import { createClient, PosthornError } from '@posthorn/sdk'

// Makes a profile, or finds the one of that name, and prints it.
const { POSTHORN_URL = 'http://localhost:4000', POSTHORN_TOKEN = '' } = process.env
const client = createClient({ url: POSTHORN_URL, token: POSTHORN_TOKEN })

try {
  const name = 'Harbour Coffee'
  const known = (await client.listProfiles()).find((profile) => profile.name === name)
  const profile = known ?? (await client.createProfile({ name, timezone: 'Europe/Berlin' }))
  console.log(`${profile.id} ${profile.name} ${profile.timezone}`)
} catch (error) {
  if (!(error instanceof PosthornError)) throw error
  console.error(`${error.code}: ${error.message}`)
  process.exitCode = 1
}
