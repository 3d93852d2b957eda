import { Icon } from '../icons/Icon.tsx';
import { FilmMark } from './FilmMark.tsx';
import { cropOf, extensionOf, type FileType, fileTypeOf, typeIcons } from './file-type.ts';

interface Props {
  /** The name of the file; its extension decides about colour and icon. */
  name: string;
  /** The address of a small picture of the content */
  picture?: string | undefined;
  /** In place of the type of the name, for folders. */
  type?: FileType;
  /** Pixels */
  size?: number;
  /** Pixels */
  radius?: number;
}

const longestExtension = 4;

/** The square in front of a file's name: a small picture of it, or the colour and icon of its type. */
export function FileTile({ name, picture, type = fileTypeOf(name), size = 44, radius = 10 }: Props) {
  const extension = type === 'folder' ? '' : extensionOf(name);
  return (
    <div
      aria-hidden
      className="file-tile"
      data-type={type}
      style={{ width: size, height: size, borderRadius: radius, ...colorsOf(type) }}
    >
      {picture === undefined ? (
        <>
          <Icon icon={typeIcons[type]} size={type === 'folder' ? 22 : 19} />
          {extension !== '' && extension.length <= longestExtension && <b>{extension}</b>}
        </>
      ) : (
        <>
          <img src={picture} alt="" loading="lazy" decoding="async" style={cropOf(type)} />
          {type === 'film' && <FilmMark size={16} />}
        </>
      )}
    </div>
  );
}

const colorOf = (type: FileType, part: 'tint' | 'glyph') => `var(--fs-palette-types-${type}-${part})`;

/** The theme has the other styles: a list has many tiles, and would compute them for each. */
function colorsOf(type: FileType) {
  return { backgroundColor: colorOf(type, 'tint'), color: colorOf(type, 'glyph') };
}
