// Part of Tactus, under the MIT licence. See LICENSE for details.
//! Bodies in three dimensions that attract each other, and a sort: `nbody [BODIES] [STEPS]`.

use std::env;

#[derive(Clone, Copy)]
struct Body {
    place: [f64; 3],
    speed: [f64; 3],
    mass: f64,
}

/// Numbers in [0, 1) from a linear congruential generator.
struct Random(u64);
impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

fn bodies(count: usize) -> Vec<Body> {
    let mut random = Random(1);
    let mut vector = || [random.next() - 0.5, random.next() - 0.5, random.next() - 0.5];
    (0..count).map(|_| Body { place: vector(), speed: vector(), mass: 1.0 / count as f64 }).collect()
}

fn attraction(body: &Body, all: &[Body]) -> [f64; 3] {
    let mut sum = [0.0; 3];
    for other in all {
        let way: [f64; 3] = std::array::from_fn(|axis| other.place[axis] - body.place[axis]);
        let square = way.iter().map(|part| part * part).sum::<f64>() + 1e-4;
        let factor = other.mass / (square * square.sqrt());
        (0..3).for_each(|axis| sum[axis] += factor * way[axis]);
    }
    sum
}

fn step(all: &mut [Body], time: f64) {
    let before = all.to_vec();
    tactus::for_each_mut(all, |_, body| {
        let pull = attraction(body, &before);
        for axis in 0..3 {
            body.speed[axis] += time * pull[axis];
            body.place[axis] += time * body.speed[axis];
        }
    });
}

/// Potential and kinetic energy, which hardly changes. The same bits only with one worker: sums are grouped by tasks.
fn energy(all: &[Body]) -> f64 {
    let of_body = |index: usize| {
        let body = &all[index];
        let kinetic = body.speed.iter().map(|part| part * part).sum::<f64>() / 2.0;
        let potential = all[index + 1..].iter().map(|other| {
            let square: f64 = (0..3).map(|axis| (other.place[axis] - body.place[axis]).powi(2)).sum();
            other.mass / (square + 1e-4).sqrt()
        });
        body.mass * (kinetic - potential.sum::<f64>())
    };
    tactus::map_reduce(0..all.len(), 0.0, of_body, |one, other| one + other)
}

/// By joins down to single elements: there is no cut-off to choose.
fn sort(values: &mut [u64]) {
    if values.len() < 2 {
        return;
    }
    let pivot = values[values.len() / 2];
    let (mut low, mut at, mut high) = (0, 0, values.len());
    while at < high {
        if values[at] < pivot {
            values.swap(at, low);
            low += 1;
            at += 1;
        } else if values[at] > pivot {
            high -= 1;
            values.swap(at, high);
        } else {
            at += 1;
        }
    }
    let (below, rest) = values.split_at_mut(low);
    let above = &mut rest[high - low..];
    tactus::join(|| sort(below), || sort(above));
}

fn main() {
    let mut arguments = env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (count, steps) = (arguments.next().unwrap_or(1000), arguments.next().unwrap_or(10));
    let mut all = bodies(count);
    let first = energy(&all);
    (0..steps).for_each(|_| step(&mut all, 1e-3));
    println!("{count} bodies, energy {first:.4} at first, {:.4} after {steps} steps", energy(&all));

    let mut values: Vec<u64> = (0..100 * count as u64).map(|index| index.wrapping_mul(0x9e3779b97f4a7c15) >> 20).collect();
    sort(&mut values);
    let is_sorted = values.windows(2).all(|pair| pair[0] <= pair[1]);
    println!("{} numbers are {}", values.len(), if is_sorted { "sorted" } else { "wrong" });
}
