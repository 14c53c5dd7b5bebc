interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

/** Licenses under which anyone may host the program, and change what they host. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Unlicense',
])

const head = `# Licenses of the dependencies

The packages that an installation loads, grouped by license. Generated from package-lock.json by \`npm run gen\`, which fails for a
license that is not known to allow self-hosting. The packages under LGPL are libvips and its builds, which sharp loads as a separate
library. Node (MIT and others) and PostgreSQL (PostgreSQL License) are included as programs.
`

/** Prints the licenses of all packages except those for development. Throws on a license that no one has checked. */
export function licencesPage(lock: string): string {
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> }
  const used = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence: license ?? 'none',
    }))
  const refused = used.filter(({ licence }) => !isAllowed(licence))
  if (refused.length > 0)
    throw new Error(
      `These licenses are not approved: ${refused.map(({ name, licence }) => `${name} (${licence})`).join(', ')}.`,
    )
  const sections = [...Map.groupBy(used, ({ licence }) => licence)]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([licence, all]) => `## ${licence}\n\n${listNames(all)}\n`)
  return `${head}\n${sections.join('\n')}`
}

/** Reads an expression such as \`(MIT OR CC0-1.0)\`: one alternative has to be allowed, or all of a conjunction. */
const isAllowed = (expression: string): boolean =>
  expression
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((sum) => sum.split(' AND ').every((licence) => allowed.has(licence)))

const listNames = (all: readonly { readonly name: string; readonly version: string | undefined }[]): string =>
  [...new Set(all.map(({ name, version }) => `${name} ${version}`))].sort((a, b) => a.localeCompare(b, 'en')).join(', ')
