import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { days } from '#kernel/clock.ts'
import { exampleBody } from '#modules/event-stream/event-bodies.ts'
import { newSecret, signedHeaders } from '#modules/webhooks/index.ts'
import { operationTable } from '../../sdk/src/generated/operations.ts'
import { startApp } from '../harness/app.ts'
import { plain } from '../world/pictures.ts'
import { connectBoth, inTime } from '../world/posts.ts'

/** Tests the Python client against the real application, if Python 3.11 or newer is installed. */
const run = promisify(execFile)
const client = join(import.meta.dirname, '../../clients/python')
const version = await run('python3', ['-c', 'import sys; print(sys.version_info >= (3, 11))']).then(
  ({ stdout }) => stdout.trim() === 'True',
  () => false,
)

if (version) {
  test('the Python client: its README runs as printed, and each of its claims is true', async (c) => {
    await using t = await startApp({ sandbox: true })
    const { person } = await connectBoth(t)
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-python-'))
    c.after(() => rm(folder, { recursive: true, force: true }))
    await using flaky = await startFlaky()
    await writeFile(join(folder, 'harbour.jpg'), await plain(64, 64).jpeg().toBuffer())
    const page = await readFile(join(client, 'README.md'), 'utf8')
    const blocks = [...page.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)
    assert.ok(blocks.length >= 5)
    const readme = blocks
      .join('\n')
      .replaceAll('https://posthorn.example.com', t.url)
      .replace('"ph_…"', JSON.stringify(person.token))
      .replace('2026-11-22T09:00:00Z', inTime(t, days(1)))
      .replaceAll('whsec_…', given.secret)
    const script = join(folder, 'script.py')
    await writeFile(script, `${readme}\ngiven = ${JSON.stringify({ ...given, flaky: flaky.url })}\n${promises}`)
    const env = { ...process.env, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: '1' }
    const { stdout } = await run('python3', [script], { cwd: folder, env })
    assert.match(stdout, /^scheduled\n/)
    assert.match(stdout, /\nall promises hold\n$/)
    const keys = flaky.keys()
    assert.equal(keys.length, 4)
    assert.equal(new Set(keys.slice(0, 3)).size, 1)
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
    const methods = (await run('python3', ['-c', countMethods], { env })).stdout.trim()
    assert.equal(Number(methods), Object.keys(operationTable).length)
  })
} else {
  test('without Python 3.11: the Python client’s methods match the API’s operations', async () => {
    const text = await readFile(join(client, 'posthorn/_operations.py'), 'utf8')
    const [operations = ''] = text.split('class Pages')
    assert.equal([...operations.matchAll(/^ {4}def /gm)].length, Object.keys(operationTable).length)
  })
}

const at = new Date('2026-11-21T12:36:24Z')
const body = exampleBody('post.published')
const secret = newSecret()
const id = (JSON.parse(body) as { id: string }).id
const secrets = { current: secret, previous: [] }
const given = {
  body,
  secret,
  at: at.getTime() / 1_000,
  headers: signedHeaders({ id, type: 'post.published', body, at, secrets }),
}

const countMethods = `from posthorn._operations import Operations
print(len([name for name in vars(Operations) if not name.startswith("_")]))`

/** Continues the README, which defines `client`, `profile` and `media`. */
const promises = `
def refused(work, code):
    try:
        work()
    except PosthornError as error:
        assert error.code == code, error
        return error
    raise AssertionError(f"{code} was expected")

assert media["width"] == 64 and client.get_media(media["id"])["altText"] == "The harbour at dawn"
with client.get_media_file(media["url"].rsplit("/", 1)[1]) as answer:
    assert answer.read(3) == b"\\xff\\xd8\\xff"

error = refused(lambda: client.get_profile("prof_00000000000000000000000000"), "profile_not_found")
assert error.status == 404 and error.request_id
error = refused(lambda: client.create_post({"profileId": profile["id"], "platforms": [5]}), "validation_failed")
assert error.errors[0]["path"].startswith("/platforms"), error.errors
for bad in ("", ".", ".."):
    try:
        client.get_profile(bad)
        raise AssertionError("it was sent")
    except TypeError:
        pass
try:
    Posthorn("posthorn")
    raise AssertionError("it was taken")
except ValueError as fault:
    assert "URL of the installation" in str(fault)

once = [client.create_profile({"name": "once"}, idempotency_key="import-17")["id"] for _ in range(2)]
assert once[0] == once[1]
for number in range(4):
    client.create_profile({"name": f"profile {number}"})
whole = [entry["id"] for entry in client.list_my_audit_log(limit=200)["entries"]]
assert whole == [entry["id"] for entry in client.each.list_my_audit_log(limit=2)] and len(whole) > 4

events = [event["id"] for event in client.list_events(limit=100)["events"]]
assert events == [event["id"] for event in client.each.list_events(limit=1)] and len(events) > 1
summaries = list(client.each.list_post_summaries(limit=1))
assert summaries and all("statusByPlatform" in one for one in summaries)

event = verify_webhook(given["body"], given["headers"], given["secret"], now=given["at"])
assert event["type"] == "post.published" and event["data"]["postId"]
verify_webhook(given["body"].encode(), given["headers"], ["whsec_AAAA", given["secret"]], now=given["at"])
for wrong in (
    lambda: verify_webhook(given["body"] + " ", given["headers"], given["secret"], now=given["at"]),
    lambda: verify_webhook(given["body"], given["headers"], "whsec_AAAA", now=given["at"]),
    lambda: verify_webhook(given["body"], given["headers"], given["secret"], now=given["at"] + 301),
    lambda: verify_webhook(given["body"], {}, given["secret"], now=given["at"]),
):
    refused(wrong, "webhook_signature_invalid")

flaky = Posthorn(given["flaky"], lambda: "ph_key")
assert flaky.create_profile({"name": "x"})["id"] == "prof_1"
refused(lambda: flaky.update_profile("prof_1", {"name": "x"}), "database_unavailable")
refused(lambda: Posthorn(given["flaky"].replace("http://127.0.0.1", "http://127.0.0.2"), attempts=1).get_me(), "no_answer")
print("all promises hold")
`

/** Starts a service that responds with 503, disconnects, and then succeeds; a PATCH always gets 503. */
async function startFlaky() {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    assert.equal(request.headers.authorization, 'Bearer ph_key')
    const isPatch = request.method === 'PATCH'
    if (keys.length === 2) return request.socket.destroy()
    if (keys.length === 1 || isPatch)
      return response
        .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '0' })
        .end(JSON.stringify({ code: 'database_unavailable', detail: 'later' }))
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"prof_1"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, keys: () => keys, [Symbol.asyncDispose]: async () => void server.close() }
}
