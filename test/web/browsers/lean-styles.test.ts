import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { buildWeb, webFolder } from '#app/web/build-web.ts'
import { makeLean } from '../../../web/lean-styles.ts'

test('the built styles have no copies for browsers older than the oldest supported ones', async () => {
  await buildWeb(() => {})
  const names = (await readdir(join(webFolder, 'assets'))).filter((name) => /^index-.*\.css$/.test(name))
  const [styles = ''] = await Promise.all(names.map((name) => readFile(join(webFolder, 'assets', name), 'utf8')))
  assert.ok(styles.length > 50_000, `only ${styles.length} characters of styles were found`)
  assert.doesNotMatch(styles, /@supports \(color:color-mix/)
  assert.doesNotMatch(styles, /@layer properties\{/)
})

test('the built styles read only variables of Tailwind that they declare or set', async () => {
  await buildWeb(() => {})
  const names = (await readdir(join(webFolder, 'assets'))).filter((name) => name.endsWith('.css'))
  const styles = (await Promise.all(names.map((name) => readFile(join(webFolder, 'assets', name), 'utf8')))).join('')
  const read = new Set([...styles.matchAll(/var\((--tw-[\w-]+)/g)].map(([, name = '']) => name))
  assert.ok(read.size > 5, [...read].join(', '))
  const missing = [...read].filter((name) => !styles.includes(`@property ${name}{`) && !styles.includes(`${name}:`))
  assert.deepEqual(missing, [])
})

test('styles become shorter and mean the same', () => {
  const written = `.a {
  background-color: var(--failed);
  @supports (color: color-mix(in lab, red, red)) {
    background-color: color-mix(in oklab, var(--failed) 8%, transparent);
  }
}
.b:hover {
  color: var(--ink);
}
@supports (color: color-mix(in lab, red, red)) {
  .b:hover {
    color: color-mix(in oklab, var(--ink) 8%, transparent);
  }
}
.c {
  --tw-ring-shadow: 0 0 0 calc(1px + var(--tw-ring-width)) var(--tw-ring-color, currentcolor);
  box-shadow: var(--tw-inset-shadow), var(--tw-ring-shadow);
}
.d {
  --tw-tracking: 1px;
  letter-spacing: 1px;
}
@property --tw-inset-shadow {
  syntax: "*";
  inherits: false;
  initial-value: 0 0 #0000;
}
@property --tw-ring-shadow {
  syntax: "*";
  inherits: false;
  initial-value: 0 0 #0000;
}
@property --tw-ring-width {
  syntax: "<length>";
  inherits: false;
  initial-value: 0px;
}
@property --tw-ring-color {
  syntax: "*";
  inherits: false;
}
@property --tw-tracking {
  syntax: "*";
  inherits: false;
}
@layer properties {
  @supports (not (color:rgb(from red r g b))) {
    *, ::before {
      --tw-ring-shadow: 0 0 #0000;
    }
  }
}
`
  const lean = `.a {
  background-color: color-mix(in oklab, var(--failed) 8%, transparent);
}
.b:hover {
  color: color-mix(in oklab, var(--ink) 8%, transparent);
}
.c {
  --tw-ring-shadow: 0 0 0 calc(1px + 0px) currentcolor;
  box-shadow: var(--tw-ring-shadow);
}
.d {
  letter-spacing: 1px;
}
@property --tw-ring-shadow {
  syntax: "*";
  inherits: false;
  initial-value: 0 0 #0000;
}
`
  const spaceless = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
  assert.equal(spaceless(makeLean(written)), spaceless(lean))
})
