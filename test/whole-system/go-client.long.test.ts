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

/** Tests the Go client against the real application, if Go is installed. */
const run = promisify(execFile)
const client = join(import.meta.dirname, '../../clients/go')
const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
)

if (hasGo) {
  test('the Go client: it compiles and is formatted, its README runs as printed, and each of its claims is true', async (c) => {
    await using t = await startApp({ sandbox: true })
    const { person } = await connectBoth(t)
    const folder = await mkdtemp(join(tmpdir(), 'posthorn-go-'))
    c.after(() => rm(folder, { recursive: true, force: true }))
    await using flaky = await startFlaky()
    const env = {
      ...process.env,
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOCACHE: process.env.GOCACHE ?? join(folder, 'cache'),
    }
    assert.equal((await run('gofmt', ['-l', '.'], { cwd: client })).stdout, '')

    const page = await readFile(join(client, 'README.md'), 'utf8')
    const blocks = [...page.matchAll(/^```go\n([\s\S]*?)^```$/gm)].map(([, text = '']) =>
      text
        .replaceAll('https://posthorn.example.com', t.url)
        .replace('ph_…', person.token)
        .replace('whsec_…', given.secret)
        .replace('time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)', `time.UnixMilli(${Date.parse(inTime(t, days(1)))})`),
    )
    const [program = '', each = '', files = '', errors = '', webhooks = ''] = blocks
    assert.equal(blocks.length, 5)
    const inMain = program.replace(
      '\tfmt.Println(post.Status)\n',
      '$&\tif err := promise(ctx, client); err != nil {\n\t\tlog.Fatal(err)\n\t}\n',
    )
    await writeFile(join(folder, 'harbour.jpg'), await plain(64, 64).jpeg().toBuffer())
    await writeFile(
      join(folder, 'go.mod'),
      `module test\n\ngo 1.19\n\nrequire posthorn v0.0.0\n\nreplace posthorn => ${client}\n`,
    )
    await writeFile(join(folder, 'main.go'), inMain)
    await writeFile(join(folder, 'promises.go'), promisesSource({ each, files, errors, webhooks, flaky: flaky.url }))
    await run('go', ['vet', './...'], { cwd: folder, env })
    const { stdout } = await run('go', ['run', '.'], { cwd: folder, env })
    assert.match(stdout, /^scheduled\n/)
    assert.match(stdout, /\nprofile_not_found /)
    assert.match(stdout, /\nall promises hold\n$/)
    const keys = flaky.keys()
    assert.equal(keys.length, 4)
    assert.equal(new Set(keys.slice(0, 3)).size, 1)
    assert.match(keys[0] ?? '', /^[0-9a-f]{32}$/)
  })
}

test('the methods of the Go client are the operations of the API', async () => {
  const text = await readFile(join(client, 'operations.go'), 'utf8')
  assert.equal([...text.matchAll(/^func \(c \*Client\) /gm)].length, Object.keys(operationTable).length)
})

const at = new Date('2026-11-21T12:36:24Z')
const body = exampleBody('post.published')
const secret = newSecret()
const id = (JSON.parse(body) as { id: string }).id
const given = {
  secret,
  headers: signedHeaders({ id, type: 'post.published', body, at, secrets: { current: secret, previous: [] } }),
}

interface Parts {
  readonly each: string
  readonly files: string
  readonly errors: string
  readonly webhooks: string
  readonly flaky: string
}

/** Continues the README. Its statements become the beginning of a function. */
const promisesSource = ({ each, files, errors, webhooks, flaky }: Parts): string => `package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"time"

	"posthorn"
)

${webhooks}
func check(holds bool, what string, found any) {
	if !holds {
		panic(fmt.Sprintf("%s: %+v", what, found))
	}
}

func code(err error) string {
	var problem *posthorn.Error
	if errors.As(err, &problem) {
		return problem.Code
	}
	return fmt.Sprint(err)
}

func promise(ctx context.Context, client *posthorn.Client) error {
	var err error
${each}${files}	if err != nil {
		return err
	}
${errors}
	check(problem.Status == 404 && problem.RequestID != "", "404", problem)
	stored, err := client.GetMedia(ctx, media.ID)
	check(err == nil && *stored.AltText == "The harbour at dawn", "alt text", err)
	content, err := client.GetMediaFile(ctx, media.URL[strings.LastIndex(media.URL, "/")+1:])
	check(err == nil, "download", err)
	head := make([]byte, 3)
	_, err = io.ReadFull(content, head)
	check(err == nil && string(head) == "\\xff\\xd8\\xff", "download", err)
	content.Close()

	profiles, err := client.ListProfiles(ctx)
	check(err == nil, "profiles", err)
	_, err = client.CreatePost(ctx, posthorn.CreatePost{ProfileID: profiles[0].ID, Platforms: []any{5}})
	errors.As(err, &problem)
	check(problem.Code == "validation_failed" && strings.HasPrefix(problem.Errors[0].Path, "/platforms"), "fault", err)
	for _, bad := range []string{"", ".", ".."} {
		_, err = client.GetProfile(ctx, bad)
		check(err != nil && strings.Contains(err.Error(), "is required"), "path", err)
	}
	_, err = posthorn.New("posthorn", "")
	check(err != nil, "URL", err)

	once := map[string]bool{}
	for nth := 0; nth < 2; nth++ {
		made, err := client.CreateProfile(ctx, posthorn.CreateProfile{Name: "once"}, posthorn.IdempotencyKey("import-17"))
		check(err == nil, "once", err)
		once[made.ID] = true
	}
	check(len(once) == 1, "once", once)
	for id := range once {
		changed, err := client.UpdateProfile(ctx, id, posthorn.UpdateProfile{Timezone: posthorn.Value("Europe/Paris")})
		check(err == nil && *changed.Timezone == "Europe/Paris", "value", err)
		changed, err = client.UpdateProfile(ctx, id, posthorn.UpdateProfile{Timezone: posthorn.SetNull[string]()})
		check(err == nil && changed.Timezone == nil && changed.Name == "once", "null", err)
	}
	whole, err := client.ListMyAuditLog(ctx, posthorn.ListMyAuditLogQuery{Limit: posthorn.Ptr(int64(200))})
	check(err == nil && len(whole.Entries) > 4, "list", err)
	seen := 0
	query = posthorn.ListMyAuditLogQuery{Limit: posthorn.Ptr(int64(2))}
	err = client.Each().ListMyAuditLog(ctx, query, func(entry posthorn.AuditEntry) error {
		check(entry.ID == whole.Entries[seen].ID, "order", entry)
		seen++
		return nil
	})
	check(err == nil && seen == len(whole.Entries), "pages", err)

	body := []byte(${JSON.stringify(body)})
	now := time.Unix(${at.getTime() / 1_000}, 0)
	header := http.Header{}
	for name, value := range map[string]string{${Object.entries(given.headers)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(', ')}} {
		header.Set(name, value)
	}
	event, err := posthorn.VerifyWebhook(body, header, now, "whsec_AAAA", "${secret}")
	check(err == nil && event.Type == "post.published" && len(event.Data) > 2, "webhook", err)
	_, err = posthorn.VerifyWebhook(append(body, ' '), header, now, "${secret}")
	check(code(err) == "webhook_signature_invalid", "body", err)
	_, err = posthorn.VerifyWebhook(body, header, now, "whsec_AAAA")
	check(code(err) == "webhook_signature_invalid", "secret", err)
	_, err = posthorn.VerifyWebhook(body, header, now.Add(301*time.Second), "${secret}")
	check(code(err) == "webhook_signature_invalid", "time", err)
	answer := httptest.NewRecorder()
	receive(answer, httptest.NewRequest("POST", "/", strings.NewReader("{}")))
	check(answer.Code == 401, "receive", answer.Code)

	flaky, err := posthorn.New("${flaky}", "ph_key")
	check(err == nil, "flaky", err)
	made, err := flaky.CreateProfile(ctx, posthorn.CreateProfile{Name: "x"})
	check(err == nil && made.ID == "prof_1", "retries", err)
	_, err = flaky.UpdateProfile(ctx, "prof_1", posthorn.UpdateProfile{Name: posthorn.Ptr("x")})
	check(code(err) == "database_unavailable", "one try", err)
	away, _ := posthorn.New("http://127.0.0.1:1", "")
	away.Attempts = 1
	_, err = away.GetMe(ctx)
	check(code(err) == "no_answer", "away", err)
	fmt.Println("all promises hold")
	return nil
}
`

/** Starts a service that responds with 503, disconnects, and then succeeds; a PATCH always gets 503. */
async function startFlaky() {
  const keys: string[] = []
  const server = createServer((request, response) => {
    keys.push(String(request.headers['idempotency-key']))
    assert.equal(request.headers.authorization, 'Bearer ph_key')
    if (keys.length === 2) return request.socket.destroy()
    if (keys.length === 1 || request.method === 'PATCH')
      return response
        .writeHead(503, { 'content-type': 'application/problem+json', 'retry-after': '0' })
        .end(JSON.stringify({ code: 'database_unavailable', detail: 'later' }))
    return response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"prof_1"}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, keys: () => keys, [Symbol.asyncDispose]: async () => void server.close() }
}
