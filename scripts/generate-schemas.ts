import { writeGenerated } from './generated-file.ts';
import { CRD_FILE, generateCrd } from './schemas/crd.ts';
import { readSchemas, SCHEMA_FOLDER } from './schemas/read-schemas.ts';
import { generateTypes } from './schemas/types.ts';
import { generateValidators, generateValidatorTypes } from './schemas/validators.ts';

/** Types, validators and the CRD from `schemas/*.schema.json`; `--check` only compares and exits 1 on a difference. */
async function main(): Promise<void> {
  const files = readSchemas();
  for (const file of files) {
    writeGenerated(`${SCHEMA_FOLDER}/${file.stem}.generated.ts`, await generateTypes(file));
  }
  writeGenerated(`${SCHEMA_FOLDER}/validators.generated.cjs`, await generateValidators(files));
  writeGenerated(`${SCHEMA_FOLDER}/validators.generated.d.cts`, generateValidatorTypes(files));
  for (const { schema } of files.filter(({ stem }) => stem === 'workerapp')) {
    writeGenerated(CRD_FILE, generateCrd(schema));
  }
}

await main();
