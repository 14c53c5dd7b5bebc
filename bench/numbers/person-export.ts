import { signUp } from '../posts/people.ts'
import { openStage } from '../posts/stage.ts'
import { upload } from '../speed/uploads/send.ts'
import { rssMb } from '../tools/processes.ts'

/**
 * Downloads everything that an installation has about one person, with many files, and watches the memory of the process
 * that answers: it must not grow with what the person has.
 *
 *     npm run bench -- person-export [files] [megabytes each]
 */
const files = Number(process.argv[2] ?? 40)
const megabytes = Number(process.argv[3] ?? 25)
const posts = 2_000
const together = 8
const lookBytes = 8 * 1_048_576

await using stage = await openStage()
const api = await stage.run('api')
const publisher = await signUp(api)
const token = publisher.headers.authorization?.replace('Bearer ', '') ?? ''
const { id: profileId } = await publisher.call<{ id: string }>('POST', '/v1/profiles', { name: 'Harbour' })
// Different lengths, since equal files are stored once.
for (let no = 0; no < files; no++) {
  const { status, text } = await upload(api.url, token, megabytes * 1_048_576 - no * 1_024, no)
  if (status >= 300) throw new Error(text)
}
const write = (no: number) =>
  publisher.call('POST', '/v1/posts', { profileId, content: `Post ${no} of the harbour.`, saveAsDraft: true })
for (let no = 0; no < posts; no += together)
  await Promise.all(Array.from({ length: together }, (_, more) => write(no + more)))

const signedIn = await fetch(`${api.url}/v1/auth/sign-in`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ email: 'ada@example.org', password: 'the gulls of November' }),
})
const session = (await signedIn.json()) as { readonly token: string }
const memory = () => rssMb(api.child.pid ?? 0)

const { bytes, leastMb, peakMb, seconds } = await download()
const allMb = bytes / 1_048_576
const grownMb = peakMb - leastMb
console.log(
  `${files} files and ${posts} posts, ${allMb.toFixed(0)} MB in ${seconds.toFixed(1)} s; the process had at least ` +
    `${leastMb.toFixed(0)} MB and grew by ${grownMb.toFixed(0)} MB: ${(grownMb / allMb).toFixed(3)} of what it sent (wanted: under 0.1)`,
)
if (allMb < files * megabytes * 0.9 || grownMb / allMb >= 0.1) process.exitCode = 1

/** Downloads the whole export. Memory counts from the first megabytes on, when everything that it needs is loaded. */
async function download(): Promise<{ bytes: number; leastMb: number; peakMb: number; seconds: number }> {
  const begun = performance.now()
  const answer = await fetch(`${api.url}/v1/auth/me/export`, { headers: { authorization: `Bearer ${session.token}` } })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  let [bytes, looked, leastMb, peakMb] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for await (const piece of answer.body ?? []) {
    bytes += piece.length
    if (bytes - looked < lookBytes) continue
    looked = bytes
    leastMb = Math.min(leastMb, memory())
    peakMb = Math.max(peakMb, memory())
  }
  return { bytes, leastMb, peakMb, seconds: (performance.now() - begun) / 1_000 }
}
