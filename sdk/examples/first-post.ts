import { createClient, PosthornError } from '@posthorn/sdk'

// Publishes a post to Bluesky from the profile Harbour Coffee, and prints its URL.
const { POSTHORN_URL = 'http://localhost:4000', POSTHORN_TOKEN = '' } = process.env
const client = createClient({ url: POSTHORN_URL, token: POSTHORN_TOKEN })

try {
  const name = 'Harbour Coffee'
  const known = (await client.listProfiles()).find((profile) => profile.name === name)
  const { id: profileId } = known ?? (await client.createProfile({ name }))

  const accounts = await client.listAccounts({ profileId })
  if (!accounts.some(({ network }) => network === 'bluesky')) {
    // A sandbox account. For a real account, use your handle and an app password.
    const appPassword = 'sand-boxx-pass-word'
    await client.connectBluesky({ profileId, identifier: 'alice.sandbox', appPassword })
  }

  const post = await client.createPost({
    profileId,
    content: 'The lighthouse is open again.',
    platforms: [{ platform: 'bluesky', settings: { replies: 'mentioned' } }],
  })
  console.log(`${post.id} ${post.status}`)
} catch (error) {
  if (!(error instanceof PosthornError)) throw error
  console.error(`${error.code}: ${error.message}`)
  for (const { path, message } of [...error.errors, ...error.warnings]) console.error(`  ${path} ${message}`)
  process.exitCode = 1
}
