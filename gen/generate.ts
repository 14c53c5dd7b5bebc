import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '#app/config.ts'
import { migrateDatabase } from '#app/database.ts'
import { createDeps } from '#app/deps.ts'
import { createServer } from '#app/server.ts'
import { headJsonSchema } from '#cli/apply/head.ts'
import { startEmbedded } from '#infra/db/embedded/index.ts'
import { createLog } from '#infra/log/log.ts'
import { hornTileSvg } from '#rules/face/horn.ts'
import { countsPath, countsSource } from '#test/architecture/phrases/counts.ts'
import { readTree } from '#test/architecture/tree.ts'
import { sections } from '../src/main/table.ts'
import { cliPage } from './cli-page.ts'
import { goSources } from './clients/go.ts'
import { pythonSources } from './clients/python.ts'
import { sdkSources } from './clients/typescript.ts'
import { type DecisionFile, decisionsPage } from './decisions-page.ts'
import { eventsPage } from './events-page.ts'
import { licencesPage } from './licences-page.ts'
import { networksPage } from './networks-page.ts'
import { errorsPage, settingsPage, settingsSample } from './pages.ts'
import { schemaSource } from './schema-sql.ts'
import { scopesPage } from './scopes-page.ts'
import { tablesSource } from './tables.ts'
import { tasksPage } from './tasks-page.ts'
import { previewsSource, sandboxTokensSource, webTokensSource } from './tokens.ts'

/**
 * Writes every generated file from its source, or reports with `--check` which are stale. Tables and schema come from a
 * freshly migrated database, the OpenAPI document from the running application.
 */
const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'posthorn-gen-'))
const files: Record<string, string> = {
  'docs/settings.md': settingsPage(),
  '.env.example': settingsSample(),
  'docs/errors.md': errorsPage(),
  'sandbox/core/pages/frame/tokens.ts': sandboxTokensSource(),
  'web/public/icon.svg': `${hornTileSvg(true)}\n`,
  'web/src/tokens.css': webTokensSource(),
  'web/src/posts/preview/previews.css': previewsSource(),
  'docs/events.md': eventsPage(),
  'docs/cli.md': cliPage(sections),
  'docs/posts-as-code.schema.json': `${JSON.stringify(headJsonSchema(), null, 2)}\n`,
  'docs/decisions/README.md': decisionsPage(
    await readFile(join(root, 'docs/decisions/README.md'), 'utf8'),
    await readDecisions(),
  ),
  'docs/licences.md': licencesPage(await readFile(join(root, 'package-lock.json'), 'utf8')),
  'docs/mcp.md': tasksPage(await readFile(join(root, 'docs/mcp.md'), 'utf8')),
  'docs/networks/README.md': networksPage(await readFile(join(root, 'docs/networks/README.md'), 'utf8')),
}

const embedded = await startEmbedded({ dataDir: folder, say: () => {}, settings: { fsync: 'off' } })
try {
  await migrateDatabase(embedded.connection)
  const config = loadConfig({ PUBLIC_URL: 'http://127.0.0.1:4000', DATA_DIR: folder, LOG_LEVEL: 'silent' })
  const deps = await createDeps({
    config,
    connection: embedded.connection,
    directConnection: embedded.connection,
    log: createLog({ level: 'silent' }),
  })
  files['src/infra/db/tables.ts'] = await tablesSource(deps.db)
  files['docs/schema.sql'] = await schemaSource(deps.db)
  const app = await createServer(deps)
  files['docs/scopes.md'] = scopesPage(app.swagger() as unknown as Parameters<typeof scopesPage>[0])
  files['docs/openapi.json'] = `${JSON.stringify(app.swagger(), null, 2)}\n`
  Object.assign(files, await sdkSources(app.swagger()), pythonSources(app.swagger()), goSources(app.swagger()))
  await app.close()
  await deps.close()
} finally {
  await embedded.stop()
  await rm(folder, { recursive: true, force: true })
}

const isCheck = process.argv.includes('--check')
const stale: string[] = []
for (const [name, text] of Object.entries(files)) await write(name, text)
// The counts include the files above. With `--check`, the architecture test compares them.
if (!isCheck) await write(countsPath, countsSource(readTree(root)))
if (isCheck && stale.length > 0) {
  console.error(`Stale: ${stale.join(', ')}. Run \`npm run gen\` and commit what it writes.`)
  process.exitCode = 1
} else {
  console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'All generated files are fresh.')
}

async function write(name: string, text: string): Promise<void> {
  const present = await readFile(join(root, name), 'utf8').catch(() => null)
  if (present === text) return
  stale.push(name)
  if (!isCheck) await writeFile(join(root, name), text)
}

async function readDecisions(): Promise<readonly DecisionFile[]> {
  const folder = join(root, 'docs/decisions')
  const names = (await readdir(folder)).filter((name) => /^\d{4}-.+\.md$/.test(name)).sort()
  return Promise.all(names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })))
}
