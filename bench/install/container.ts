import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readOptions } from '../tools/options.ts'
import { root } from '../tools/processes.ts'
import { readPairs, readStages, type Stage, type Step } from './containerfile.ts'

/**
 * Runs the steps of the Containerfile without a container engine: on a Debian root file system built by mmdebstrap,
 * with this Node and npm in the same place as in the base image. Then starts the result under its own account, on a
 * read-only root, and runs its health check. Needs root, mmdebstrap, Debian's archive and npm's registry.
 */
const folder = mkdtempSync(join(process.env.BENCH_FOLDER ?? tmpdir(), 'posthorn-container-'))
const { base: given } = readOptions({ base: null }, 'base')
const base = given ?? join(folder, 'base')
const sh = (command: string, ...args: readonly string[]) => execFileSync(command, args, { encoding: 'utf8' })

interface Image {
  readonly files: string
  folder: string
  user: string
  health: string
  env: Record<string, string>
  entry: readonly string[]
}

try {
  if (!existsSync(base)) sh('mmdebstrap', '--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', base)
  const images = new Map<string | null, Image>()
  for (const stage of readStages(readFileSync(join(root, 'Containerfile'), 'utf8')))
    images.set(stage.name, make(stage, images))
  const image = images.get(null)
  if (!image) throw new Error('The Containerfile has no last stage.')
  console.log(`image    ${sh('du', '-sm', join(image.files, 'opt')).split('\t')[0]} MB in /opt, over the base`)
  await tryOut(image)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function make(stage: Stage, images: ReadonlyMap<string | null, Image>): Image {
  const files = join(folder, stage.name ?? 'last')
  sh('cp', '-a', base, files)
  cpSync(realpathSync(process.execPath), join(files, 'usr/local/bin/node'))
  const npm = dirname(dirname(realpathSync(sh('which', 'npm').trim())))
  cpSync(npm, join(files, 'usr/local/lib/node_modules/npm'), { recursive: true })
  sh('ln', '-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(files, 'usr/local/bin/npm'))
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  for (const path of ['/etc/resolv.conf', ...(certificates ? [certificates] : [])]) {
    mkdirSync(dirname(join(files, path)), { recursive: true })
    cpSync(realpathSync(path), join(files, path))
  }
  const image: Image = { files, folder: '/', user: 'root', health: '', env: {}, entry: [] }
  for (const step of stage.steps) {
    console.log(`${stage.name ?? 'last'}: ${step.word} ${step.text.slice(0, 90)}`)
    take(step, image, images)
  }
  return image
}

function take({ word, text }: Step, image: Image, images: ReadonlyMap<string | null, Image>): void {
  if (word === 'WORKDIR') {
    image.folder = text
    mkdirSync(join(image.files, text), { recursive: true })
  } else if (word === 'COPY') copy(text, image, images)
  else if (word === 'RUN')
    execFileSync('chroot', [image.files, '/bin/sh', '-ec', `cd ${image.folder}\n${text}`], {
      env: networkOf(image.env),
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  else if (word === 'ENV') Object.assign(image.env, readPairs(text))
  else if (word === 'USER') image.user = text
  else if (word === 'HEALTHCHECK') image.health = text.slice(text.indexOf('CMD ') + 4)
  else if (word === 'ENTRYPOINT' || word === 'CMD') image.entry = [...image.entry, ...(JSON.parse(text) as string[])]
}

/** Copies files from another stage, or committed files from the checkout. */
function copy(text: string, image: Image, images: ReadonlyMap<string | null, Image>): void {
  const [, stage = null, rest = ''] = /^(?:--from=(\S+) )?(.*)$/.exec(text) ?? []
  const words = rest.split(' ')
  const target = join(image.files, image.folder, words.pop() ?? '')
  mkdirSync(target.endsWith('.md') ? dirname(target) : target, { recursive: true })
  if (stage === null) {
    sh('sh', '-c', 'git -C "$0" archive HEAD | tar -x -C "$1"', root, target)
    return
  }
  for (const word of words) {
    const source = join(images.get(stage)?.files ?? '', word)
    sh('cp', '-a', word.includes('.') ? source : `${source}/.`, target)
  }
}

/**
 * The settings that this machine needs to reach npm's registry. A container engine passes its own to a build in the
 * same way.
 */
function networkOf(env: Readonly<Record<string, string>>): Record<string, string> {
  const registry = sh('npm', 'config', 'get', 'registry').trim()
  const proxies = Object.entries(process.env).filter(([name]) =>
    /^(?:(?:https?|no)_proxy|node_extra_ca_certs)$/i.test(name),
  ) as [string, string][]
  return {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    npm_config_registry: registry,
    ...Object.fromEntries(proxies),
    ...env,
  }
}

/** Starts the image under its account with a read-only root, until its health check succeeds. */
async function tryOut(image: Image): Promise<void> {
  const { files, user, env, entry, health } = image
  const vars = Object.entries({ ...env, PORT: '4999', LOG_LEVEL: 'warn', PATH: '/usr/local/bin:/usr/bin:/bin' }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const volume = join(folder, 'volume')
  sh('cp', '-a', join(files, 'var/lib/posthorn'), volume)
  const mounts = `mount --bind "$0" "$0"; mount --bind ${volume} "$0/var/lib/posthorn"; mount -t tmpfs tmpfs "$0/tmp"; mount -t tmpfs tmpfs "$0/dev"; for each in null zero random urandom; do mknod -m 666 "$0/dev/$each" c 1 $(case $each in null) echo 3;; zero) echo 5;; random) echo 8;; urandom) echo 9;; esac); done; mkdir -m 1777 "$0/dev/shm"; mount -t proc proc "$0/proc"; mount -o remount,ro,bind "$0"`
  const enter = `setpriv --reuid=$(grep ^${user}: "$0/etc/passwd" | cut -d: -f3) --clear-groups --no-new-privs --bounding-set=-all true 2>/dev/null || true; exec chroot --userspec=${user} "$0" "$@"`
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child=SIGTERM',
      'sh',
      '-ec',
      `${mounts}; ${enter}`,
      files,
      'env',
      '-i',
      ...vars,
      ...entry,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const begun = performance.now()
  const isHealthy = () => {
    try {
      execFileSync('chroot', [`--userspec=${user}`, files, 'env', '-i', ...vars, '/bin/sh', '-c', health], {
        stdio: 'ignore',
      })
      return true
    } catch {
      return false
    }
  }
  try {
    while (!isHealthy()) {
      if (child.exitCode !== null || performance.now() - begun > 120_000)
        throw new Error(`It did not become healthy:\n${output}`)
      await sleep(500)
    }
    const { status } = await fetch('http://127.0.0.1:4999/')
    if (status !== 200) throw new Error(`GET / answered ${status}`)
    console.log(
      `healthy  as ${user} on a read-only root after ${((performance.now() - begun) / 1000).toFixed(1)} s, and serves its pages`,
    )
  } finally {
    // unshare itself ignores SIGTERM, and passes it on when it exits.
    child.kill('SIGKILL')
    await ended
  }
}
