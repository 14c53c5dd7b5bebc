import { Readable } from 'node:stream'
import { z } from 'zod'
import { callerOf } from '#infra/http/access.ts'
import { bytes, idOf, instantInput, pageQuery, text } from '#infra/http/schemas.ts'
import type { Edge } from '#infra/http/server.ts'
import { auditPage, exportLog, listAllEntries } from '#modules/audit/index.ts'
import { access, route } from '../access.ts'
import type { AuditLogDeps } from '../deps.ts'
import { noteExport } from './note-export.ts'

const auditLogQuery = z.strictObject({
  ...pageQuery({ max: 200, fallback: 50 }),
  actor: idOf('usr').optional().meta({ description: 'Only actions of this user.' }),
  action: text(1, 100)
    .optional()
    .meta({ description: 'Only actions of this type.', examples: ['user.disabled'] }),
  subject: text(1, 200).optional().meta({ description: 'Only actions on this object, by its ID or name.' }),
  from: instantInput.optional().meta({ description: 'From this time on.' }),
  to: instantInput.optional().meta({ description: 'Before this time.' }),
})

export function auditLogRoutes(app: Edge, deps: AuditLogDeps): void {
  route(app, {
    get: '/v1/admin/audit-log',
    id: 'listAuditLog',
    summary: 'List the audit log of the installation',
    description:
      'Returns who changed what and when, with the old and new values, newest first. All filters are optional.',
    access: access.supportReads,
    refuses: ['cursor_invalid'],
    query: auditLogQuery,
    answers: auditPage,
    does: async ({ query }) => {
      const { items, ...rest } = await listAllEntries(deps.db, query)
      return { entries: [...items], ...rest }
    },
  })
  route(app, {
    get: '/v1/admin/audit-log/export',
    changesState: true,
    id: 'exportAuditLog',
    summary: 'Export the audit log with its integrity proof',
    description:
      'JSON Lines: each seal, followed by the entries it covers. `posthorn audit verify --file FILE` verifies the ' +
      'file without the database. Entries from the last few seconds are not sealed yet and will be in the next ' +
      'export.',
    access: access.adminReads,
    anyAccept: true,
    largeAnswer: true,
    answers: bytes('JSON lines.', 'application/x-ndjson'),
    does: async (request, reply) => {
      const now = deps.clock.now()
      await noteExport(deps, callerOf(request), now)
      return reply
        .header('content-disposition', `attachment; filename="posthorn-audit-${now.toISOString().slice(0, 10)}.jsonl"`)
        .type('application/x-ndjson')
        .send(Readable.from(exportLog(deps.db, now), { objectMode: false }))
    },
  })
}
