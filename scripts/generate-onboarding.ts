import { joinObjects, writeObject } from '../cmp/render/output-object.ts';
import { readExample } from './examples/example.ts';
import { onboardingObjects } from './examples/onboarding-objects.ts';
import { writeGenerated } from './generated-file.ts';

/** Writes what namespace onboarding ships for one fleet, where the platform file says `rbacMode: preinstalled`. */
const objects = await onboardingObjects(readExample('examples/quick-start', 'quick-start'));
writeGenerated('argocd/onboarding/example/jobs.yaml', joinObjects(objects.map(writeObject)));
