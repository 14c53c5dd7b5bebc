import type { HostileFile } from './hostile-file.ts'
import type { Sample } from './samples.ts'

/** Valid images with hostile names. Each name has the right extension, so that only the rest of it is odd. */
export function* names(all: readonly Sample[]): Generator<HostileFile> {
  const picture = all.find(({ name }) => name === 'png')
  if (!picture) return
  for (const name of hostileNames) {
    yield {
      name: `png named ${JSON.stringify(name.length > 40 ? `${name.slice(0, 40)}…` : name)}`,
      fileName: name,
      declared: 'image/png',
      bytes: picture.bytes,
      // No stored text may contain a NUL, so such a name may also be refused.
      expect: name.includes('\0') ? 'either' : 'cleaned',
      why: 'a name is for people and never a path',
      mustNotLeave: [],
    }
  }
}

const hostileNames = [
  '../../etc/passwd.png',
  '../../../../../../tmp/out.png',
  '..\\..\\windows\\system32\\out.png',
  '/etc/cron.d/out.png',
  'D:autoexec.png',
  '\\\\attacker.example\\share\\out.png',
  'file:///etc/out.png',
  'nul\0byte.png',
  'picture.php\0.png',
  'gnp.\u202egnp.png',
  '\u2066left\u2069 right.png',
  `${'a'.repeat(255)}.png`,
  `${'ä'.repeat(400)}.png`,
  'CON.png',
  'aux.png',
  'LPT1.png',
  '....png',
  '.png',
  ' .png',
  '-rf.png',
  '~root.png',
  '$(touch out).png',
  '`touch out`.png',
  '%2e%2e%2f%2e%2e%2fout.png',
  'line\nfeed.png',
  'carriage\r\nset-cookie: a=b.png',
  'quote".png',
  "quote'; drop table media; --.png",
  '<img src=x onerror=alert(1)>.png',
  '{{7*7}}.png',
  'picture.html.png',
  'picture.png.png',
  '\u{1f4a9}.png',
  'tab\there.png',
  '=cmd|calc!A1.png',
  'a/b/c/d.png',
] as const
