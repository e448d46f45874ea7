import { behavioursDocument } from './behaviours-document.ts';
import { writeGenerated } from './generated-file.ts';

writeGenerated('docs/celld-behaviours.md', behavioursDocument());
