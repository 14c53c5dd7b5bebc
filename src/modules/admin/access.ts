import { routesWith } from '#infra/http/route.ts'
import type { Access } from '#kernel/caller.ts'

/**
 * Access rules of the administration. Support can read, and handles tickets. Admins can change the installation, and
 * superadmins also its secrets and roles. An API key needs the scope, and its owner the role.
 */
const needs = (role: 'support' | 'admin' | 'superadmin', scope: 'admin:read' | 'admin:write') =>
  ({ credential: 'key-or-identity', scope, role }) as const satisfies Access

export const access = {
  supportReads: needs('support', 'admin:read'),
  adminReads: needs('admin', 'admin:read'),
  supportActs: needs('support', 'admin:write'),
  adminActs: needs('admin', 'admin:write'),
  superadminReads: needs('superadmin', 'admin:read'),
  superadminActs: needs('superadmin', 'admin:write'),
} as const

/** Adds an operation of the administration. */
export const route = routesWith({ tag: 'Administration' })
