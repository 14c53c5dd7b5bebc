import type { Messages } from '../en/index.ts'
import { plural } from '../plural.ts'

export const library: Messages['library'] = {
  title: 'Multimedia',
  lead: 'Imágenes y videos de esta marca.',
  add: 'Añadir archivos',
  drop: 'Suelta los archivos aquí',
  search: 'Buscar medios',
  kinds: { all: 'Todo', pictures: 'Imágenes', videos: 'Videos' },
  kindsLabel: 'Tipo de archivo',
  uses: { any: 'Todo', used: 'En uso', unused: 'Sin usar' },
  usesLabel: 'Uso en publicaciones',
  empty: 'Aún no hay archivos',
  emptyLead:
    'Suelta imágenes y videos en cualquier parte de esta página. Los de tus publicaciones también se guardan aquí.',
  noneFound: 'Ningún archivo coincide',
  more: 'Cargar más',
  hasAlt: 'Texto alternativo',
  noAlt: 'Sin texto alternativo',
  uploads: 'Subidas',
  uploading: (name, percent) => `${name}: ${percent}`,
  cancel: (name) => `Cancelar la subida de ${name}`,
  retry: (name) => `Reintentar ${name}`,
  stopped: (name) => `No se pudo subir ${name}`,
  alt: 'Texto alternativo',
  altHint: 'Describe lo que se ve. Se envía con cada publicación que use el archivo.',
  labels: 'Etiquetas',
  facts: { type: 'Tipo', size: 'Tamaño', added: 'Añadido' },
  pixels: (width, height) => `${width} × ${height} píxeles`,
  seconds: (count) => plural('es', count, { one: 'segundo', other: 'segundos' }),
  remove: 'Eliminar',
  unused: 'No se usa en ninguna publicación.',
  usedIn: (count) => (count === 1 ? 'En uso en 1 publicación' : `En uso en ${count} publicaciones`),
  usedElsewhere: (count) =>
    count === 1
      ? 'Y en 1 publicación a la que no tienes acceso.'
      : `Y en ${count} publicaciones a las que no tienes acceso.`,
  inTrash: 'En la papelera',
  inUseTitle: (name) => `${name} está en uso`,
  inUseLead: 'Quita este archivo de las publicaciones que lo usan (o vacía la papelera) y elimínalo después.',
  removeTitle: (name) => `¿Eliminar ${name}?`,
  removeLead: 'No se puede deshacer. Los archivos en uso no se pueden eliminar.',
  removed: (name) => `${name} eliminado`,
}
