import { callerOf } from '#infra/http/access.ts'
import { onceRefusals } from '#infra/http/idempotency/create-once.ts'
import { openBody } from '#infra/http/request/arrival.ts'
import { bytes } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { profileFor } from '#modules/profiles/index.ts'
import { tableMaxBytes } from '#rules/file-size.ts'
import type { PostDeps } from '../deps.ts'
import { publishRefusals, route } from '../route-rules.ts'
import { createPrepared } from '../routes/create-prepared.ts'
import { exportPosts } from './export-posts.ts'
import { prepareImport, reportImport, storeImport } from './import-posts.ts'
import { readImport, rowsMax } from './read-import.ts'
import * as schema from './schema.ts'

/** Adds the routes that import posts from a spreadsheet and export them. */
export function addCsvRoutes(app: Edge, deps: PostDeps): void {
  route(app, {
    post: '/v1/posts/import',
    id: 'importPosts',
    right: 'write',
    summary: 'Import posts from CSV',
    description:
      `Accepts at most ${rowsMax} rows in 5 MiB, in UTF-8, separated by commas, semicolons or tabs. ` +
      'Either all posts are ' +
      'created or none, and each error gives its row and column. A row with a time or a slot becomes a scheduled ' +
      'post, which also requires the scope `posts:publish`. Any other row becomes a draft. A row with ' +
      'the ID of one of the profile’s posts is skipped. A dry run returns 200 with a report on each ' +
      'row.',
    access: 'posts:write',
    refuses: [
      'profile_forbidden',
      'profile_role_required',
      'profile_not_found',
      'csv_unreadable',
      'csv_too_many_rows',
      'media_forbidden',
      'post_texts_full',
      ...publishRefusals,
      ...onceRefusals,
    ],
    bodyAs: 'raw',
    query: schema.importQuery,
    body: bytes('A CSV file with a header row. The planning guide lists the columns.'),
    answers: { 200: schema.importReport, 201: schema.importedPosts },
    does: async (request, reply) => {
      const caller = callerOf(request)
      const { profileId, dryRun } = request.query
      await profileFor(deps.db, caller, profileId, 'write')
      const { rows, digest } = await readImport(openBody(request, { maxBytes: tableMaxBytes }), profileId)
      if (dryRun === 'true') return reply.code(200).send(await reportImport(deps, caller, profileId, rows))
      return createPrepared(deps, request, reply, {
        prepare: () => prepareImport(deps, caller, profileId, rows),
        create: (tx, prepared) => storeImport(deps, tx, caller, prepared),
        body: digest,
      })
    },
  })
  route(app, {
    get: '/v1/posts/export',
    id: 'exportPosts',
    right: 'read',
    summary: 'Export posts as CSV',
    description:
      'Soonest first, with unscheduled posts last. The file can be imported again. Text that a spreadsheet would run ' +
      'as a formula gets a leading apostrophe, which an import removes.',
    access: 'posts:read',
    refuses: ['profile_forbidden', 'profile_not_found'],
    largeAnswer: true,
    query: schema.exportQuery,
    answers: bytes('A CSV file (RFC 4180) in UTF-8, with a header row.', 'text/csv'),
    does: async (request, reply) => {
      const day = deps.clock.now().toISOString().slice(0, 10)
      const content = await exportPosts(deps, callerOf(request), request.query)
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="posthorn-posts-${day}.csv"`)
        .send(content as never)
    },
  })
}
