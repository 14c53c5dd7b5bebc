import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of PostgreSQL's own programs, which Debian keeps out of PATH. */
export interface Programs {
  readonly folder: string
}

const debianFolder = '/usr/lib/postgresql'

/** Finds the servers, or ends with the packages that are missing. */
export function findPrograms(needed: readonly ('pg_autoctl' | 'pgbouncer')[]): Programs {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : []
  const found = versions.sort((a, b) => Number(b) - Number(a)).map((one) => join(debianFolder, one))
  const whole = found.filter((one) => existsSync(join(one, 'bin/initdb')))
  const fitting = needed.includes('pg_autoctl')
    ? whole.filter((one) => existsSync(join(one, 'lib/pgautofailover.so')))
    : whole
  const missing = [
    ...(whole.length === 0 ? ['postgresql'] : []),
    ...(needed.includes('pg_autoctl') && !isThere('pg_autoctl') ? ['pg-auto-failover-cli'] : []),
    ...(needed.includes('pg_autoctl') && fitting.length === 0 ? ['postgresql-VERSION-auto-failover'] : []),
    ...(needed.includes('pgbouncer') && !isThere('pgbouncer') ? ['pgbouncer'] : []),
  ]
  const [folder] = fitting
  if (missing.length > 0 || folder === undefined) {
    console.error(`This bench runs servers of Debian that are not installed: apt-get install ${missing.join(' ')}`)
    process.exit(2)
  }
  return { folder: join(folder, 'bin') }
}

function isThere(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore', env: { PATH: '/usr/bin:/usr/sbin:/bin' } })
    return true
  } catch {
    return false
  }
}
