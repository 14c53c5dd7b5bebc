import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'

interface Locked {
  readonly link?: boolean
  readonly resolved?: string
  readonly integrity?: string
  readonly inBundle?: boolean
  readonly hasInstallScript?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { packages: Readonly<Record<string, Locked>> }
const packages = Object.entries(lock.packages)

/** Finds the package that Node loads for this name: its own copy, or that of the nearest folder above it. */
function find(place: string, name: string): Locked | undefined {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = lock.packages[`${folder}${folder ? '/' : ''}node_modules/${name}`]
    if (found || folder === '') return found
  }
}

test('npm ci works on every platform: each dependency is locked, including those that are optional on this machine', () => {
  const missing = packages.flatMap(([place, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !find(place, name))
      .map((name) => `${name} of ${place || 'this package'}`),
  )
  assert.deepEqual(
    missing,
    [],
    'remove its parent from the lock and run `npm install`, or take a version that is whole',
  )
})

test('the lock pins each package by its hash and names no registry', () => {
  for (const [place, { link, resolved, integrity, inBundle }] of packages) {
    if (!place.includes('node_modules/') || link || inBundle) continue
    assert.equal(resolved, undefined, place)
    assert.match(integrity ?? '', /^sha512-/, place)
  }
})

test('npm install prints no warning: every package that brings an install script is allowed to run it, or is not', async () => {
  const { allowScripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const names = packages.flatMap(([place, { hasInstallScript }]) =>
    hasInstallScript && place !== '' ? [place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)] : [],
  )
  assert.deepEqual(Object.keys(allowScripts).toSorted(), [...new Set(names)].toSorted())
})
