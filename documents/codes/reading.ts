import type { CodeTable } from './code-table.ts';

/** What is refused about files and folders, whatever is in them. */
export const READING_CODES = {
  FILE_BOM: {
    meaning: 'A file has a byte order mark (U+FEFF)',
    remedy: 'save the file as UTF-8 without a byte order mark',
  },
  FILE_CRLF: {
    meaning: 'A file has carriage returns: Windows line ends, which end up in block texts',
    remedy: 'save the file with LF line ends; `* text=auto eol=lf` in .gitattributes keeps them',
  },
  FILE_CONTROL_CHARACTER: {
    meaning:
      'A file has a control character, or a line separator that only YAML 1.1 takes for a line end (U+0085, U+2028, U+2029)',
    remedy: 'remove it, or write it as an escape sequence in double quotes, such as "\\u2028"',
  },
  FILE_NOT_UTF8: {
    meaning: 'A file is not valid UTF-8',
    remedy: 'save the file as UTF-8, or exclude it if it is no manifest',
  },
  FILE_NAME_NOT_UTF8: {
    meaning: 'The name of a file or folder is not valid UTF-8',
    remedy: 'rename it; names of letters, digits, dots and dashes are safe everywhere',
  },
  FILE_TOO_LARGE: {
    meaning: 'A file is larger than the limit for one file',
    remedy: 'split the file, or exclude it if it is no manifest',
  },
  FILE_NOT_REGULAR: {
    meaning:
      'A file name ends in .yaml, .yml or .json and is no regular file: a folder, pipe, socket or device',
    remedy: 'remove it, or exclude it',
  },
  FILE_UNREADABLE: {
    meaning: 'A file cannot be opened or read',
    remedy: 'make the file readable for the plugin (0644 in git), or remove the broken link',
  },
  FILE_OUTSIDE_FOLDER: {
    meaning: "A symbolic link leads out of the application's folder",
    remedy: "copy the file into the application's folder",
  },
  FILE_LINK_LOOP: {
    meaning: 'Symbolic links lead in a circle',
    remedy: 'remove the link',
  },
  FILE_CHANGED: {
    meaning: 'A file changed while it was read',
    remedy: 'refresh the application; this does not happen in a checkout of its own',
  },
  FOLDER_UNREADABLE: {
    meaning: 'A folder cannot be listed',
    remedy: 'make the folder readable for the plugin, or exclude it',
  },
  FOLDER_EMPTY: {
    meaning: 'No file of the folder is to be read',
    remedy: 'put a .yaml, .yml or .json file there, or correct `include`, `exclude` and `recurse`',
  },
  FOLDER_TOO_LARGE: {
    meaning: 'The files of the folder are too many, or too large in all, or nested too deeply',
    remedy: 'split the folder into several applications, or exclude what is no manifest',
  },
  GLOB_INVALID: {
    meaning: 'An `include` or `exclude` pattern is not a pattern that can be used',
    remedy: 'write a path relative to the folder, with *, ** and ?',
  },
  GLOB_LEAVES_FOLDER: {
    meaning: "An `include` or `exclude` pattern could match outside the application's folder",
    remedy: 'write a path relative to the folder, without .. and without a leading slash',
  },
  SOURCE_OVERRIDE: {
    meaning: 'The folder has a .argocd-source file, by which Argo CD changes the parameters of the plugin',
    remedy: 'remove the file, or have the platform team open it',
  },
} as const satisfies CodeTable;
