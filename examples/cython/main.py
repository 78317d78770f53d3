"""main.py [NUMBER]: the energy of so many charges, by the module energy."""

import array
import sys

import energy

number = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
print(f"{energy.energy(array.array('d', (0.01 * i * i % 17 for i in range(number)))):.3f}")
