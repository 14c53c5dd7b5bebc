import { readFile, writeFile } from 'node:fs/promises'
import process from 'node:process'
import { oldestBrowsers } from '../../../web/oldest-browsers.ts'

/**
 * Writes too-new.json from MDN's data: `node test/web/browsers/write-too-new.ts DATA`, where DATA is `data.json` of the
 * package @mdn/browser-compat-data. The package has 20 MB, and the resulting list changes only if the minimum versions
 * change or MDN is corrected, so the list is committed instead.
 */

interface Support {
  readonly version_added: string | false
  readonly version_removed?: string
  readonly flags?: unknown
  readonly prefix?: string
  readonly alternative_name?: string
}
interface Feature {
  readonly __compat?: { readonly support: Readonly<Record<string, Support | readonly Support[]>> }
  readonly [name: string]: unknown
}

/** MDN's names of the supported browsers. */
const browsers = { chrome: 'chrome', edge: 'edge', firefox: 'firefox', safari: 'safari', ios: 'safari_ios' } as const
/**
 * The interfaces whose methods are checked by name. Methods of other interfaces too often have the same name as our
 * own.
 */
const commonInterfaces =
  /^(?:Document|Element|HTMLElement|HTMLInputElement|HTMLDialogElement|Node|Window|Navigator|Crypto|ReadableStream|Response|Request|Headers|Blob|URL|URLSearchParams|FormData|Event|EventTarget|Selection|Range|Performance|IDB\w+)$/

const isIn = (support: Support | readonly Support[] | undefined, floor: number): boolean =>
  [support].flat().some((one) => {
    if (!one || one.flags || one.prefix || one.alternative_name || one.version_removed) return false
    return typeof one.version_added === 'string' && Number.parseFloat(one.version_added.replace('≤', '')) <= floor
  })

const isTooNew = ({ __compat }: Feature): boolean =>
  __compat !== undefined &&
  Object.entries(oldestBrowsers).some(
    ([name, floor]) => !isIn(__compat.support[browsers[name as keyof typeof browsers]], floor),
  )

const list = { globals: new Set<string>(), statics: new Set<string>(), methods: new Set<string>() }
const known = new Set<string>()

/** Records an interface and its members. */
function note(name: string, feature: Feature, hasCheckedMethods: boolean): void {
  if (isTooNew(feature)) (name.includes('.') ? list.statics : list.globals).add(name)
  for (const [key, value] of Object.entries(feature)) {
    const member = value as Feature
    const written = key.replace(/_static$/, '')
    if (key === '__compat' || !member.__compat || written === name || !/^[A-Za-z]\w*$/.test(written)) continue
    if (key.endsWith('_event')) continue
    if (key.endsWith('_static')) {
      if (isTooNew(member)) list.statics.add(`${name}.${written}`)
    } else if (!isTooNew(member)) known.add(written)
    else if (hasCheckedMethods) list.methods.add(written)
  }
}

const [, , path = ''] = process.argv
const data = JSON.parse(await readFile(path, 'utf8')) as {
  readonly api: Readonly<Record<string, Feature>>
  readonly javascript: { readonly builtins: Readonly<Record<string, Feature>> }
}
const { builtins } = data.javascript
for (const [name, feature] of Object.entries(builtins)) note(name, feature, true)
for (const [name, feature] of Object.entries(builtins.Intl ?? {}))
  if ((feature as Feature).__compat) note(`Intl.${name}`, feature as Feature, true)
for (const [name, feature] of Object.entries(data.api)) note(name, feature, commonInterfaces.test(name))
for (const name of known) list.methods.delete(name)

const sorted = Object.fromEntries(Object.entries(list).map(([kind, names]) => [kind, [...names].sort()]))
await writeFile(`${import.meta.dirname}/too-new.json`, `${JSON.stringify(sorted, null, 2)}\n`)
